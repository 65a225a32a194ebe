import { Icon } from '@host/plugin-sdk'
import type { Feature } from '../shared.ts'

/** The icon of a feature, in color while it is on. */
export function FeatureIcon({ feature: { icon, enabled } }: { readonly feature: Feature }) {
  return (
    <span
      className={`flex size-9 shrink-0 items-center justify-center rounded-card ${enabled ? 'bg-accent-soft text-accent-fg' : 'bg-hover text-subtle'}`}
    >
      <Icon name={icon} size={18} />
    </span>
  )
}
