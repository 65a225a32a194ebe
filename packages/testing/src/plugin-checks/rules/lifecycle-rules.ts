import { join } from 'node:path'
import type { CheckedFacts, NeededPlugin } from '../checked-facts.ts'
import type { LiveFacts } from '../live/live-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { liveRule, sourceRule, type PluginRule } from '../plugin-rule.ts'

/** Starting, doing well, stopping, and starting again. */
export const lifecycleRules: readonly PluginRule[] = [
  sourceRule('lifecycle/starts', 'a host starts with the plugin', (facts) =>
    facts.refusals.map((message) => at(facts, message)),
  ),
  liveRule('lifecycle/quiet', 'it starts without errors', ({ startLog }, facts) =>
    startLog
      .filter(({ level }) => level === 'error')
      .map(({ message, fields }) =>
        at(facts, `While it started, "${message}" was logged${reasonIn(fields['err'])}; fix it.`),
      ),
  ),
  liveRule('lifecycle/no-warnings', 'it starts without a warning', ({ startLog }, facts) =>
    startLog
      .filter(({ level }) => level === 'warn')
      .map(({ message }) => at(facts, `While it started, the host warned: ${message}`)),
  ),
  liveRule('lifecycle/healthy', 'it is healthy', ({ health }, facts) =>
    health.status === 'ok'
      ? []
      : [
          at(
            facts,
            `Its health is "${health.status}"${health.detail === '' ? '' : `: ${health.detail}`}; fix it, or report in health() what is missing.`,
          ),
        ],
  ),
  liveRule('lifecycle/restarts', 'it starts again on its own database', ({ restart }, facts) =>
    restart.failure === undefined
      ? []
      : [
          at(
            facts,
            `It fails the second start on the same database: ${restart.failure}; make start and migrations handle existing data.`,
          ),
        ],
  ),
  liveRule('lifecycle/stops', 'it leaves nothing open when it stops', ({ restart }, facts) =>
    restart.left.map((kind) =>
      at(
        facts,
        `After the host stopped, a ${kind} is still open; close it in stop, or with the signal passed to start.`,
      ),
    ),
  ),
  liveRule('lifecycle/faultless', 'starting and stopping twice causes no fault', ({ restart }, facts) =>
    restart.faults.map((fault) => at(facts, `Starting and stopping it twice caused a fault: ${fault}; fix it.`)),
  ),
  liveRule('lifecycle/asked-all', 'every route was called in every way', ({ gaveUp }: LiveFacts, facts) =>
    gaveUp === undefined ? [] : [at(facts, `The calls stopped early: ${gaveUp}.`)],
  ),
]

function at(facts: CheckedFacts, message: string): Flaw {
  const other = blamed(facts, message)
  if (other !== undefined) {
    const place = other.locate(other.name, /\bname:\s*$/)
    return { ...place, file: join(other.folder, place.file), message }
  }
  const named = facts.live?.routes.find(({ pattern }) => message.includes(pattern))
  const quoted = /"([^"]+)"/.exec(message)?.[1] ?? ''
  const place = named === undefined ? facts.locate(quoted) : facts.locate(named.pattern)
  return { ...place, message }
}

/** A plugin beside the checked one that a sentence names before that one. */
function blamed({ name, plugin, needed }: CheckedFacts, message: string): NeededPlugin | undefined {
  const own = placeOf(plugin?.name ?? name, message)
  return needed.find((other) => placeOf(other.name, message) < own)
}

/** Where a sentence names a plugin: in quotes, or as its first word. */
function placeOf(name: string, message: string): number {
  if (message.startsWith(`${name}: `) || message.startsWith(`${name} `)) return 0
  const place = message.indexOf(`"${name}"`)
  return place === -1 ? Infinity : place
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? `: ${error.message}` : ''
}
