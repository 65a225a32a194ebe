import type { OperatedServices } from './create-operated-services.ts'
import type { BaseServices } from './create-base-services.ts'
import type { RuntimeServices } from './create-runtime.ts'
import type { StorageServices } from './create-storage.ts'
import type { PreparedPlugins } from './prepare-plugins.ts'

/** Services of a host whose plugins are ready to be mounted. */
export interface Assembly extends BaseServices, StorageServices, RuntimeServices, OperatedServices, PreparedPlugins {}
