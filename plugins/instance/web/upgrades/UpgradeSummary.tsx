import { Alert, Badge, KeyValue, Panel, RelativeTime, useTranslation, type Translate } from '@host/plugin-sdk'
import type { UpgradeCheckOut } from '../../shared.ts'

interface SummaryProps {
  readonly check: UpgradeCheckOut
}

/** Whether a build can take over, and the steps of the operator. */
export function UpgradeSummary({ check }: SummaryProps) {
  const { t } = useTranslation()
  const { checkedAt, present, next, failure, added, removed, unsafe } = check
  const names = (label: string, plugins: readonly string[]) =>
    plugins.length === 0 ? [] : [{ label: t(`instance.upgrades.${label}`), value: plugins.join(', ') }]
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        {failure !== null && (
          <Alert tone="danger" title={t('instance.upgrades.failed')}>
            <Lines lines={failure.split('\n')} />
          </Alert>
        )}
        {unsafe.length > 0 && (
          <Alert tone="warning" title={t('instance.upgrades.stopFirst')}>
            <Lines lines={unsafe} />
          </Alert>
        )}
        <KeyValue
          items={[
            { label: t('instance.upgrades.result'), value: <Result check={check} /> },
            {
              label: t('instance.upgrades.versions'),
              value: t('instance.upgrades.fromTo', { from: present, to: next }),
            },
            { label: t('instance.upgrades.checked'), value: <RelativeTime value={checkedAt} /> },
            ...stepsOf(t, check),
            ...names('added', added),
            ...names('removed', removed),
          ]}
        />
      </div>
    </Panel>
  )
}

function Result({ check: { failure, isInstalled } }: SummaryProps) {
  const { t } = useTranslation()
  if (isInstalled) return <Badge tone="accent">{t('instance.upgrades.installed')}</Badge>
  return failure === null ? (
    <Badge tone="positive">{t('instance.upgrades.passed')}</Badge>
  ) : (
    <Badge tone="danger">{t('instance.upgrades.refused')}</Badge>
  )
}

/** Facts that a check has once it came that far. */
function stepsOf(t: Translate, { failure, statements, wayBack }: UpgradeCheckOut) {
  const changes =
    statements === 0
      ? t('instance.upgrades.noStatements')
      : t('instance.upgrades.statements', { count: statements ?? 0 })
  return [
    ...(statements === null ? [] : [{ label: t('instance.upgrades.database'), value: changes }]),
    ...(failure === null
      ? [
          {
            label: t('instance.upgrades.wayBack'),
            value: wayBack === null ? t('instance.upgrades.start') : <Restore t={t} reason={wayBack} />,
          },
        ]
      : []),
  ]
}

interface RestoreProps {
  readonly t: Translate
  /** Why the present build can't start on the changed data. */
  readonly reason: string
}

function Restore({ t, reason }: RestoreProps) {
  return (
    <>
      {t('instance.upgrades.restore')}
      <span className="block text-xs font-normal wrap-anywhere text-muted">{reason}</span>
    </>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="mt-1 flex flex-col gap-0.5 font-mono text-xs wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
