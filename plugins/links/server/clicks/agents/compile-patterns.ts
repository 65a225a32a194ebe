/**
 * Compiles what programs call themselves to the patterns that `read-agent.ts` reads: browsers and operating systems of
 * `uap-core` (Apache-2.0) and robots of `crawler-user-agents` (MIT). Versions and models of devices are left out.
 *
 *   node --conditions=source plugins/links/server/clicks/agents/compile-patterns.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import robots from 'crawler-user-agents'
import { parse } from 'yaml'

/** Patterns in the order in which they are tried: the text of each, and the family, where it isn't the first group. */
export interface AgentPatterns {
  readonly browsers: readonly (readonly [pattern: string, family?: string])[]
  readonly systems: readonly (readonly [pattern: string, family?: string])[]
  /** One alternation. */
  readonly robots: string
}

interface UapPattern {
  readonly regex: string
  readonly family_replacement?: string
  readonly os_replacement?: string
}

interface UapData {
  readonly user_agent_parsers: readonly UapPattern[]
  readonly os_parsers: readonly UapPattern[]
}

const from = createRequire(import.meta.url)

/** The text of `agent-patterns.generated.ts`. */
export function compilePatterns(): string {
  const uap = parse(readFileSync(from.resolve('uap-core/regexes.yaml'), 'utf8')) as UapData
  const patterns: AgentPatterns = {
    browsers: uap.user_agent_parsers.map(({ regex, family_replacement: family }) => entry(regex, family)),
    systems: uap.os_parsers.map(({ regex, os_replacement: family }) => entry(regex, family)),
    robots: robots.map(({ pattern }) => pattern).join('|'),
  }
  const text = JSON.stringify(JSON.stringify(patterns))
  return `/** Written by compile-patterns.ts, of the data of uap-core (Apache-2.0) and crawler-user-agents (MIT). */\nexport const agentPatterns = ${text}\n`
}

function entry(regex: string, family: string | undefined): readonly [string, string?] {
  return family === undefined ? [regex] : [regex, family]
}

export const patternsFile = join(import.meta.dirname, 'agent-patterns.generated.ts')

if (import.meta.main) writeFileSync(patternsFile, compilePatterns())
