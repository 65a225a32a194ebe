import { quote } from '@host/inspect'
import type { Entry, Source } from './entry.ts'
import { parseSource } from './parse-source.ts'
import { sentence, type Sentence } from './problem.ts'

/** The entries of a text, with all of its problems. Entries are complete only without problems. */
export interface Reading {
  readonly entries: readonly Entry[]
  readonly problems: readonly Sentence[]
}

const example = `'[{"server":"./my-plugin","npm":"./my-plugin/web"}]'`
const keys = new Set(['server', 'npm', 'network', 'go'])
const longestText = 64 * 1024
const mostEntries = 500

/** Reads the text of `HOST_PLUGINS`; an unset or empty one names no plugin. Touches nothing outside its argument. */
export function parsePlugins(text: string | undefined): Reading {
  if (text === undefined || text.trim() === '') return { entries: [], problems: [] }
  if (text.length > longestText) {
    return refused(`is ${text.length} characters long; the limit is ${longestText}: list fewer plugins`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refused(
      `is not valid JSON, ${quote(text)} (${quote((error as Error).message)}): use an array such as ${example}`,
    )
  }
  if (!Array.isArray(value)) return refused(`is ${quote(value)} and not an array: use ${example}`)
  if (value.length > mostEntries) {
    return refused(`lists ${value.length} plugins; the limit is ${mostEntries}: list fewer plugins`)
  }
  return collect(value)
}

function refused(text: string): Reading {
  return { entries: [], problems: [sentence(undefined, text)] }
}

function collect(values: readonly unknown[]): Reading {
  const entries: Entry[] = []
  const problems: Sentence[] = []
  for (const [index, value] of values.entries()) {
    const report = (text: string): void => void problems.push(sentence(index, text))
    const entry = isObject(value) ? parseEntry(index, value, report) : undefined
    if (entry !== undefined) entries.push(entry)
    if (!isObject(value)) report(`is ${quote(value)} and not an object: use {"server":"<package>","npm":"<package>"}`)
  }
  return { entries, problems: [...problems, ...findRepeats(entries)] }
}

type Report = (text: string) => void

function parseEntry(index: number, value: Readonly<Record<string, unknown>>, report: Report): Entry | undefined {
  for (const key of Object.keys(value)) {
    if (!keys.has(key)) report(`has the unknown key ${quote(key)}: use "server", "npm", or "network"`)
  }
  if (Object.hasOwn(value, 'go') && Object.hasOwn(value, 'server')) {
    report(
      `has both "go" ${quote(value['go'])} and "server" ${quote(value['server'])}, which mean the same: use only "server"`,
    )
  }
  const network = own(value, 'network') ?? false
  if (typeof network !== 'boolean') report(`"network" is ${quote(network)}: use true or false`)
  const web = parseHalf('npm', own(value, 'npm'), report)
  const server = parseServer(value, report)
  if (server === undefined) return undefined
  return { index, server, ...(web === undefined ? {} : { web }), network: network === true }
}

function parseServer(value: Readonly<Record<string, unknown>>, report: Report): Source | undefined {
  const written = own(value, 'server') ?? own(value, 'go')
  if (written !== undefined) return parseHalf('server', written, report)
  const web = own(value, 'npm')
  if (web === undefined) report(`is ${quote(value)} and has no package: use {"server":"<package>"}`)
  else report(`has the web half ${quote(web)} alone: add the package of the server half as "server"`)
  return undefined
}

function parseHalf(key: string, written: unknown, report: Report): Source | undefined {
  if (written === undefined) return undefined
  if (typeof written !== 'string' || written === '') {
    report(`"${key}" is ${quote(written)}: use a package name, name@version, a tarball, or a folder, in quotes`)
    return undefined
  }
  const reading = parseSource(written)
  if ('source' in reading) return reading.source
  report(`"${key}" ${reading.problem}`)
  return undefined
}

function findRepeats(entries: readonly Entry[]): Sentence[] {
  const first = new Map<string, number>()
  const problems: Sentence[] = []
  for (const { index, server } of entries) {
    const before = first.get(server.text)
    if (before === undefined) first.set(server.text, index)
    else {
      problems.push(sentence(index, `repeats ${quote(server.text)} of HOST_PLUGINS[${before}]: list it once`))
    }
  }
  return problems
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
