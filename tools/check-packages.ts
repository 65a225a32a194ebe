import { checkTarball } from './check-tarball.ts'
import { openCheckout } from '../packages/cli/src/build/checkout.ts'
import { packContract, type Vendor } from '../packages/cli/src/build/pack-contract.ts'
import { report, type Finding } from './report.ts'

/** Every problem of the published packages, as they are packed: entries, formats and types that users would not find. */
export async function checkPackages(tarballs: Vendor): Promise<Finding> {
  const problems: string[] = []
  for (const [name, archive] of tarballs) {
    problems.push(...(await checkTarball(archive)).map((problem) => `${name}: ${problem}`))
  }
  return { check: 'packages', seen: tarballs.size, problems }
}

if (import.meta.main) report(await checkPackages(await packContract(openCheckout())))
