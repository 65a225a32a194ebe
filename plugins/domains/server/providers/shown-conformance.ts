import type { DnsProvider } from '@host/plugin'

/** Rules that the tests of every provider here show, in their order. The rules of types stand at `types`. */
const before = ['zones', 'normal-form', 'only-keys', 'all-pages', 'read-only']
const types = [
  'a',
  'aaaa',
  'caa',
  'cname',
  'ds',
  'https',
  'mx',
  'naptr',
  'ns',
  'ptr',
  'srv',
  'sshfp',
  'svcb',
  'tlsa',
  'txt',
]
const after = [
  'wildcard',
  'apex',
  'several',
  'long-text',
  'quoted-text',
  'ttl-bounds',
  'comment',
  'proxy',
  'changed-meanwhile',
  'created-meanwhile',
  'deleted-meanwhile',
  'one-more-record',
  'other-ttl',
  'other-case',
  'written-already',
  'deleted-already',
  'neighbors',
  'atomic',
  'beyond-capabilities',
  'wrong-credential',
  'unknown-zone',
  'no-secrets',
  'no-raw-answers',
  'rate-limit',
  'aborted-before',
  'aborted-during',
]

/** How a provider differs from the others. */
export interface ConformanceDifference {
  /** Rules that don't concern it. */
  readonly leftOut: readonly string[]
  /** Types that it stores beside the usual ones, in lower case. */
  readonly otherTypes?: readonly string[]
}

/** The rules that the tests of a provider showed; the tests fail where they differ. */
export function shownConformance({ leftOut, otherTypes = [] }: ConformanceDifference): DnsProvider['conformance'] {
  const all = [...before, ...[...types, ...otherTypes].map((type) => `type-${type}`), ...after]
  return Object.freeze({ passed: all.filter((rule) => !leftOut.includes(rule)), leftOut })
}
