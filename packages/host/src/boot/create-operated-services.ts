import { OperatedParts } from '../operator-settings/operated-parts.ts'
import { OperatorSettings } from '../operator-settings/operator-settings.ts'
import { SectionSecrets } from '../settings/section-secrets.ts'
import type { BootOptions } from './boot-options.ts'
import type { BaseServices } from './create-base-services.ts'
import type { StorageServices } from './create-storage.ts'
import type { Foundation } from './foundation.ts'

/** Services that follow the settings of the operator, without a restart. */
export interface OperatedServices {
  /** The parts that follow settings, as the environment has them until the stored ones are read. */
  readonly operated: OperatedParts
  readonly operator: OperatorSettings
}

/** Creates the services that follow the settings of the operator. */
export function createOperatedServices(
  { config, log }: BootOptions,
  { safety, bus }: Foundation,
  { rates, metrics, settingsStore, recorder }: BaseServices & StorageServices,
): OperatedServices {
  const operated = new OperatedParts({ config, rates, metrics })
  const operator = new OperatorSettings({
    given: config.given,
    store: settingsStore,
    secrets: new SectionSecrets(safety.vault),
    recorder,
    bus,
    log,
    apply: (changed) => operated.apply(changed),
  })
  return Object.freeze<OperatedServices>({ operated, operator })
}
