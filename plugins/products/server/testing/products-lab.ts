import type { AnyPlugin } from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { plugin } from '../index.ts'

/** Ends a laboratory: the context of a test, or a suite. */
export interface LabScope {
  after(end: () => Promise<void> | void): void
}

/** A host with products, which ends with its test. */
export async function openProductsLab(
  context: LabScope,
  others: readonly AnyPlugin[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestHost> {
  const host = await createTestHost({
    plugins: [plugin, ...others],
    environment: { HOST_PUBLIC_URL: 'http://host.test', ...environment },
  })
  context.after(() => host.close())
  return host
}
