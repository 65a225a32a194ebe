import {
  Badge,
  ButtonLink,
  hasRole,
  Icon,
  Panel,
  SkeletonRows,
  useQuery,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { listFeatures, type Feature } from '../shared.ts'

const tones = { ok: 'positive', degraded: 'warning', down: 'danger' } as const

/** How each feature that is switched on is doing. */
export default function FeatureHealth() {
  const { t } = useTranslation()
  const { role } = useSession()
  const { data } = useQuery(listFeatures)
  const choose = hasRole(role ?? undefined, 'admin') && (
    <ButtonLink to="/features" size="compact" variant="ghost">
      {t('features.choose')}
    </ButtonLink>
  )
  return (
    <Panel flush title={t('features.inUse')} actions={choose}>
      {data === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {worthSeeing(data).map(({ key, title, icon, health }) => (
            <li key={key} className="flex h-11 items-center gap-3 px-4 text-sm">
              <Icon name={icon} className="text-subtle" />
              <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
              <Badge dot tone={tones[health]}>
                {t(`features.health.${health}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Unhealthy features first, then those the workspace chose, then core ones; a summary, not a full list. */
function worthSeeing(features: readonly Feature[]): readonly Feature[] {
  const weight = ({ health, core }: Feature) => (health === 'ok' ? 0 : -2) + Number(core)
  return features
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => weight(a) - weight(b))
    .slice(0, 6)
}
