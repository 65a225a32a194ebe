import type { CheckedFacts } from '../checked-facts.ts'
import type { LiveFacts } from '../live/live-facts.ts'
import type { Flaw } from '../plugin-finding.ts'
import { liveRule, sourceRule, type PluginRule } from '../plugin-rule.ts'

/** Starting, doing well, stopping, and starting again. */
export const lifecycleRules: readonly PluginRule[] = [
  sourceRule('lifecycle/starts', 'a host starts with the plugin', (facts) =>
    facts.refusals.map((message) => at(facts, message)),
  ),
  liveRule('lifecycle/quiet', 'nothing goes wrong while it starts', ({ startLog }, facts) =>
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
  liveRule('lifecycle/healthy', 'it is in good health', ({ health }, facts) =>
    health.status === 'ok'
      ? []
      : [
          at(
            facts,
            `Its health is "${health.status}"${health.detail === '' ? '' : `: ${health.detail}`}; fix it, or say in health() what is missing.`,
          ),
        ],
  ),
  liveRule('lifecycle/restarts', 'it starts again on the database that it has left', ({ restart }, facts) =>
    restart.failure === undefined
      ? []
      : [
          at(
            facts,
            `It does not start for the second time on one database: ${restart.failure}; let start and migrations find what is there.`,
          ),
        ],
  ),
  liveRule('lifecycle/stops', 'what it began has ended when it stops', ({ restart }, facts) =>
    restart.left.map((kind) =>
      at(
        facts,
        `After the host has stopped a ${kind} is still open; end it in stop, or by the signal that start gets.`,
      ),
    ),
  ),
  liveRule('lifecycle/faultless', 'starting and stopping twice leaves no fault', ({ restart }, facts) =>
    restart.faults.map((fault) => at(facts, `Starting and stopping it twice led to a fault: ${fault}; fix it.`)),
  ),
  liveRule('lifecycle/asked-all', 'every route is asked everything', ({ gaveUp }: LiveFacts, facts) =>
    gaveUp === undefined ? [] : [at(facts, `Asking ended early: ${gaveUp}.`)],
  ),
]

function at(facts: CheckedFacts, message: string): Flaw {
  const named = facts.live?.routes.find(({ pattern }) => message.includes(pattern))
  const quoted = /"([^"]+)"/.exec(message)?.[1] ?? ''
  const place = named === undefined ? facts.locate(quoted) : facts.locate(named.pattern)
  return { ...place, message }
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? `: ${error.message}` : ''
}
