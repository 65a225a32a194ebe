import type { ProviderChoice } from '@host/plugin/platform'
import type { Provider } from './provider.ts'

/** A provider as a page offers it. */
export function choiceOf({ name, label, orgId }: Provider): ProviderChoice {
  const icon = orgId === undefined ? {} : { icon: 'building' }
  return { id: name, label, loginUrl: `/auth/begin/${name}`, ...icon }
}
