/** What of this plugin stands on records that a plan changes: proofs of domains, and host names that features answer. */
import type { ChangePart, ChangeStep, Dependent, WorkspaceContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { challengeRecord } from '../claims/challenge.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { recordSets } from './record-kind.ts'
import { keyOf, type RecordValue } from './record-set.ts'

type Scope = Pick<WorkspaceContext<Tables>, 'db' | 'orgId'>
type Step = ChangeStep<RecordValue>

const addressTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME'])
const mostExamples = 5
/** Names of one look-up. */
const batch = 400

/** The proofs and host names that stop or change with a plan. */
export async function recordDependents(
  parts: Pick<Parts, 'edge'>,
  scope: Scope,
  changed: readonly ChangePart[],
): Promise<readonly Dependent[]> {
  const own = changed.filter(({ plugin, kind }) => plugin === 'domains' && kind === recordSets.name)
  const found: Dependent[] = []
  for (const { target, steps } of own as readonly ChangePart<RecordValue>[]) {
    const touched = steps.filter(({ before }) => before !== null)
    if (touched.length === 0) continue
    found.push(...(await proofsOn(scope, touched)), ...(await hostsOn(parts, scope, { target, steps: touched })))
  }
  return found
}

/** Domains whose TXT record leaves the zone. They are lost after some failed checks. */
async function proofsOn({ db }: Scope, steps: readonly Step[]): Promise<readonly Dependent[]> {
  const texts = new Map(steps.map((step) => [step.key, step]))
  const lost: string[] = []
  for (const names of inBatches(namesBelow(steps))) {
    const rows = await db
      .selectFrom('domains_domains')
      .select(['name', 'shown_name', 'challenge'])
      .where('name', 'in', names)
      .where('state', 'in', ['verified', 'failing'])
      .execute()
    for (const { name, shown_name: shown, challenge } of rows) {
      const record = challengeRecord(name, challenge)
      const { before, after } = texts.get(`${record.name} TXT`) ?? {}
      const holds = (value: RecordValue | null | undefined): boolean =>
        value?.data.some((text) => text.includes(record.value)) === true
      if (holds(before) && !holds(after)) lost.push(shown)
    }
  }
  return lost.length === 0 ? [] : [dependent('proofs', lost, { effect: 'stops', path: '/domains' })]
}

/** The names whose proof may stand on a step. */
function namesBelow(steps: readonly Step[]): readonly string[] {
  const names = steps.flatMap(({ key }) => {
    const { name, type } = keyOf(key)
    const dot = name.indexOf('.')
    return type === 'TXT' && name.startsWith('_') && dot !== -1 ? [name.slice(dot + 1)] : []
  })
  return [...new Set(names)]
}

/** Host names that features answer and whose addresses change. */
async function hostsOn(
  { edge }: Pick<Parts, 'edge'>,
  { db, orgId }: Scope,
  { target, steps }: { readonly target: string; readonly steps: readonly Step[] },
): Promise<readonly Dependent[]> {
  const addresses = steps.map((step) => ({ ...step, ...keyOf(step.key) })).filter(({ type }) => addressTypes.has(type))
  if (addresses.length === 0) return []
  const zone = await selectZone(db, target)
  const hosts = await edge.hostsBelow(orgId, zone.name)
  const changes = new Map(addresses.map(({ name, after }) => [name, after === null ? 'stops' : 'changes'] as const))
  return (['stops', 'changes'] as const).flatMap((effect) => {
    const names = hosts.map(({ host }) => host).filter((host) => changes.get(host) === effect)
    return names.length === 0 ? [] : [dependent('hosts', names, { effect })]
  })
}

function dependent(
  code: string,
  names: readonly string[],
  more: Pick<Dependent, 'effect'> & Partial<Pick<Dependent, 'path'>>,
): Dependent {
  return { code, count: names.length, examples: names.slice(0, mostExamples), ...more }
}

function* inBatches(names: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < names.length; first += batch) yield names.slice(first, first + batch)
}
