/** Which changes of a part break its users. Data: one entry for each kind, with a rule for each of its facts. */
import { contractVersion } from '@host/plugin'
import semver from 'semver'
import type { PartKind, SurfaceFact } from './plugin-surface.ts'

/** Whether the change of a fact breaks users. */
export type FactRule = (from: SurfaceFact, to: SurfaceFact) => boolean

/** The rules of a kind. */
export interface KindRules {
  /** Whether users miss a part that is removed. */
  readonly isMissed: boolean
  /** Whether a new part of something that exists breaks users. */
  readonly breaksWhenNew?: (facts: Readonly<Record<string, SurfaceFact>>) => boolean
  /** A fact without a rule breaks nothing. */
  readonly facts: Readonly<Record<string, FactRule>>
}

const always: FactRule = () => true
const whenGiven: FactRule = (_, to) => to !== undefined
const whenOn: FactRule = (_, to) => to === true
const whenOff: FactRule = (_, to) => to !== true
const whenLower: FactRule = (from, to) => to !== undefined && (from === undefined || Number(to) < Number(from))
const whenItemsGone: FactRule = (from, to) => !new Set(itemsOf(from)).isSubsetOf(new Set(itemsOf(to)))
const whenItemsNew: FactRule = (from, to) => whenItemsGone(to, from)
/** Values in the order of what they ask of a caller; an unknown one is not compared and breaks. */
const whenStricter =
  (...order: readonly SurfaceFact[]): FactRule =>
  (from, to) =>
    !order.includes(from) || !order.includes(to) || order.indexOf(to) > order.indexOf(from)

const whenRoleRises = whenStricter('member', 'admin', 'owner')

/** A public route is open to all, and the roles of a workspace are ordered; other audiences are other people. */
const whenFewerCallers: FactRule = (from, to) => to !== 'public' && (from === 'public' || whenRoleRises(from, to))

/** A range of the contract that doesn't hold the version of this host. */
const whenHostIsLeftOut: FactRule = (_, to) => typeof to !== 'string' || !semver.satisfies(contractVersion, to)

/** The rules of every kind. */
export const kindRules: Readonly<Record<PartKind, KindRules>> = {
  plugin: {
    isMissed: true,
    facts: { api: whenHostIsLeftOut, core: whenOn, enabledByDefault: whenOff, feature: always, requires: whenItemsNew },
  },
  route: {
    isMissed: true,
    facts: {
      audience: whenFewerCallers,
      permission: whenGiven,
      tier: whenGiven,
      session: whenStricter(undefined, 'any', 'required', 'recent'),
      proof: whenOn,
      factor: whenGiven,
      agents: whenOff,
      scopes: whenItemsGone,
      isIdempotent: whenOff,
      bodyLimit: whenLower,
      status: always,
      accept: whenItemsGone,
    },
  },
  tool: { isMissed: true, facts: { route: always, approval: whenOn } },
  scope: { isMissed: true, facts: {} },
  permission: { isMissed: true, facts: { role: whenRoleRises, isForAgents: always } },
  event: { isMissed: true, facts: {} },
  service: { isMissed: true, facts: {} },
  table: { isMissed: true, facts: {} },
  column: {
    isMissed: true,
    breaksWhenNew: (facts) => facts['nullable'] === false && facts['default'] === undefined,
    facts: { kind: always, nullable: whenOff, max: whenLower, prefix: always, references: whenGiven },
  },
  unique: { isMissed: false, breaksWhenNew: () => true, facts: {} },
  index: { isMissed: false, facts: {} },
  migration: { isMissed: true, facts: {} },
  settings: { isMissed: true, facts: { secrets: always } },
  menu: { isMissed: true, facts: { path: always, role: whenRoleRises } },
  'console-menu': { isMissed: true, facts: { path: always } },
  action: { isMissed: false, facts: {} },
  notification: { isMissed: false, facts: {} },
  plan: { isMissed: true, facts: { most: whenLower, unit: always } },
  job: { isMissed: true, facts: {} },
}

function itemsOf(fact: SurfaceFact): readonly string[] {
  return Array.isArray(fact) ? (fact as readonly string[]) : []
}
