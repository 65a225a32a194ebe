import { missingPrograms } from './missing-programs.ts'

const packages = ['knot', 'knot-dnsutils', 'knot-dnssecutils', 'bind9', 'bind9-utils', 'bind9-dnsutils']

/** Names of the tools that tests use. */
export type DebianTool =
  | 'delv'
  | 'dig'
  | 'kdig'
  | 'named-rrchecker'
  | 'named-checkzone'
  | 'named-compilezone'
  | 'kzonecheck'
  | 'named'
  | 'nsupdate'
  | 'knotd'

/** Other implementations of DNS: `false` where all are there, as the option `skip` of a test. @throws under CI */
export function missingTools(...names: readonly DebianTool[]): string | false {
  return missingPrograms({ packages, names })
}
