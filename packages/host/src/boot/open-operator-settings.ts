import { OperatedParts } from '../operator-settings/operated-parts.ts'
import { OperatorSettings } from '../operator-settings/operator-settings.ts'
import { SectionSecrets } from '../settings/section-secrets.ts'
import type { BootOptions } from './boot-options.ts'
import type { BaseServices } from './create-base-services.ts'
import type { StorageServices } from './create-storage.ts'
import type { Foundation } from './foundation.ts'

type Known = BaseServices & StorageServices

/** The parts that follow settings, as the environment has them until the stored ones are read. */
export function openOperatedParts(
  { config, log }: BootOptions,
  { rates, metrics, parts, brand }: Known,
): OperatedParts {
  return new OperatedParts({ config, rates, metrics, contexts: parts.contexts, brand, log })
}

/** Settings of the operator that need no restart. */
export function openOperatorSettings(
  { config, log }: BootOptions,
  { safety, bus }: Foundation,
  { settingsStore, trail, operated }: Known & { readonly operated: OperatedParts },
): OperatorSettings {
  return new OperatorSettings({
    given: config.given,
    store: settingsStore,
    secrets: new SectionSecrets(safety.vault),
    audit: trail,
    bus,
    log,
    apply: (changed) => operated.apply(changed),
  })
}
