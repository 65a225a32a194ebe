import type { DeviceClass } from '../../../shared.ts'
import { agentPatterns } from './agent-patterns.generated.ts'
import type { AgentPatterns } from './compile-patterns.ts'

/** What a visitor's program says that it is. */
export interface Agent {
  readonly isRobot: boolean
  /** Such as `Firefox`; empty when unknown. */
  readonly browser: string
  /** Such as `Android`; empty when unknown. */
  readonly system: string
  readonly device: DeviceClass
}

type Family = readonly [pattern: RegExp, family: string | undefined]

interface Compiled {
  readonly browsers: readonly Family[]
  readonly systems: readonly Family[]
  readonly robots: RegExp
}

/** Longer texts are cut: the patterns come from elsewhere, and some take a time that grows with the text. */
export const longestAgent = 512
const mostKept = 10_000

let compiled: Compiled | undefined
/** The texts used last, so that a new one takes the place of the oldest. */
const kept = new Map<string, Agent>()

/** What a `User-Agent` says. The patterns are compiled with the first one. */
export function readAgent(header: string): Agent {
  const text = header.length > longestAgent ? header.slice(0, longestAgent) : header
  const known = kept.get(text)
  if (known !== undefined) {
    kept.delete(text)
    kept.set(text, known)
    return known
  }
  const agent = parse(text)
  kept.set(text, agent)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
  return agent
}

/** Whether reading it is a look-up. */
export function isKnownAgent(text: string): boolean {
  return kept.has(text)
}

function parse(text: string): Agent {
  const { browsers, systems, robots } = (compiled ??= compile())
  const system = familyOf(systems, text)
  return {
    isRobot: text === '' || robots.test(text),
    browser: familyOf(browsers, text),
    system,
    device: deviceOf(text, system),
  }
}

function familyOf(families: readonly Family[], text: string): string {
  for (const [pattern, family] of families) {
    const match = pattern.exec(text)
    if (match === null) continue
    const name = family === undefined ? match[1] : family.replace('$1', match[1] ?? '')
    return (name ?? '').trim().slice(0, longestName)
  }
  return ''
}

const longestName = 60

function deviceOf(text: string, system: string): DeviceClass {
  if (/iPad|Tablet|Kindle|Silk\/|PlayBook/.test(text)) return 'tablet'
  if (/\bTV\b|SmartTV|SMART-TV|BRAVIA|Roku|AppleTV|CrKey|HbbTV/.test(text)) return 'tv'
  if (/Android/.test(text) && !/Mobi/.test(text)) return 'tablet'
  if (/Mobi|iPhone|iPod|Android|Windows Phone|BlackBerry/.test(text)) return 'phone'
  return /^(?:Windows|Mac OS X|macOS|Linux|Ubuntu|Fedora|Chrome OS|FreeBSD|OpenBSD|Debian)/.test(system)
    ? 'desktop'
    : 'other'
}

function compile(): Compiled {
  const { browsers, systems, robots } = JSON.parse(agentPatterns) as AgentPatterns
  const families = (list: AgentPatterns['browsers']): Family[] =>
    // bounded: patterns of this build, and texts of at most 512 characters.
    list.map(([pattern, family]) => [new RegExp(pattern), family])
  // bounded: as above.
  const anyRobot = new RegExp(robots)
  return { browsers: families(browsers), systems: families(systems), robots: anyRobot }
}
