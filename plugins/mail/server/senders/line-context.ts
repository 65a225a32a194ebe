import type { Lookup } from '@host/email'
import type { LineId, LineState, ReadinessLine } from '../../shared.ts'
import type { DomainAnswer, DomainDns } from './domain-dns.ts'
import type { KeysRow } from './sender-rows.ts'
import type { SendingRoute } from './sending-route.ts'

/** The server of this instance that receives mail. */
export interface MailServer {
  /** Its name in MX records. */
  readonly name: string
  /** Whether it offers TLS. */
  readonly hasTls: boolean
}

/** Answers and complaints of recipients in the last 30 days. */
export interface ComplaintCounts {
  readonly delivered: number
  readonly complained: number
}

/** Facts that lines are judged by. */
export interface LineContext {
  readonly domain: string
  /** At the authoritative servers of the domain. */
  readonly dns: DomainDns
  /** By the operator's resolvers: names of others. */
  readonly lookup: Lookup
  readonly signal: AbortSignal
  readonly keys: readonly KeysRow[]
  readonly route: SendingRoute
  /** Undefined where this instance does not receive by SMTP. */
  readonly server: MailServer | undefined
  readonly complaints: ComplaintCounts
  readonly now: number
}

/** A state with its reason. */
export type Verdict = Omit<ReadinessLine, 'id'>

export type JudgeLine = (context: LineContext) => Promise<Verdict>

export function verdict(state: LineState, reason: string, params?: ReadinessLine['params']): Verdict {
  return params === undefined ? { state, reason } : { state, reason, params }
}

export const noAnswer = (name: string): Verdict => verdict('unknown', 'no_answer', { name })

const severity: readonly LineState[] = ['ok', 'warn', 'unknown', 'fail']

/** The worst of several verdicts. */
export function worst(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.toSorted((one, other) => severity.indexOf(other.state) - severity.indexOf(one.state))[0]
}

/**
 * The verdict on the records of a name at every server: the worst one, and none that is right while a server gave no
 * answer.
 */
export async function judgeAnswers(
  name: string,
  { answers, failed }: DomainAnswer,
  judge: (records: readonly string[]) => Verdict | Promise<Verdict>,
): Promise<Verdict> {
  const distinct = [...new Map(answers.map((records) => [records.toSorted().join('\n'), records])).values()]
  const found = worst(await Promise.all(distinct.map(async (records) => await judge(records))))
  if (found === undefined) return noAnswer(failed ?? name)
  return failed !== undefined && found.state !== 'fail' ? noAnswer(failed) : found
}

/** The worst state of the lines that count, or `unknown` before the first check. */
export function overallState(lines: readonly ReadinessLine[], optional: ReadonlySet<LineId>): LineState {
  return worst(lines.filter(({ id }) => !optional.has(id)))?.state ?? 'unknown'
}
