import type { ShownDependent } from '@host/platform-api/changesets'
import { Badge } from '../components/Badge.tsx'
import { Panel } from '../components/Panel.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'

export interface ChangesetDependentsProps {
  readonly dependents: readonly ShownDependent[]
}

/** The blast radius of a plan: what stops or changes with it. */
export function ChangesetDependents({ dependents }: ChangesetDependentsProps) {
  const { t } = useTranslation()
  if (dependents.length === 0) return null
  return (
    <Panel title={t('sdk.changeset.affected')} flush>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {dependents.map((dependent) => (
          <DependentRow key={`${dependent.plugin} ${dependent.code} ${dependent.effect}`} dependent={dependent} />
        ))}
      </ul>
    </Panel>
  )
}

function DependentRow({ dependent: { text, examples, path, effect } }: { readonly dependent: ShownDependent }) {
  const { t } = useTranslation()
  const { list } = useFormat()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <Badge tone={effect === 'stops' ? 'danger' : 'warning'}>{t(`sdk.changeset.effect.${effect}`)}</Badge>
      {path === undefined ? (
        <span className="font-medium">{text}</span>
      ) : (
        <Link to={path} className="font-medium text-accent-fg underline">
          {text}
        </Link>
      )}
      {examples.length > 0 && <span className="min-w-0 wrap-anywhere text-muted">{list(examples)}</span>}
    </li>
  )
}
