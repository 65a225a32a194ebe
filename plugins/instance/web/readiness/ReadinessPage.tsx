import {
  Badge,
  ButtonLink,
  HelpLink,
  PageHeader,
  Panel,
  SkeletonRows,
  useQuery,
  useTranslation,
  type BadgeTone,
} from '@host/plugin-sdk'
import type { AskAhead } from '@host/plugin-sdk'
import { readReadiness, type ReadinessRow } from '../../shared.ts'
import { ConfirmKeyCopy } from './ConfirmKeyCopy.tsx'

const tones: Readonly<Record<ReadinessRow['state'], BadgeTone>> = {
  fail: 'danger',
  warn: 'warning',
  unknown: 'neutral',
  ok: 'positive',
}

/** The help of the page itself is linked once, above the list. */
const pageHelp = 'readiness'

/** Conditions of a well-run instance, each with its fix. */
export default function ReadinessPage() {
  const { t } = useTranslation()
  const { data } = useQuery(readReadiness)
  return (
    <>
      <PageHeader
        title={t('instance.readiness.title')}
        description={t('instance.readiness.description')}
        actions={<HelpLink slug="readiness" />}
      />
      <div className="max-w-4xl">
        <Panel flush>
          {data === undefined && <SkeletonRows rows={5} />}
          {data !== undefined && (
            <ul className="divide-y divide-line">
              {data.items.map((item) => (
                <Item key={`${item.plugin} ${item.id}`} item={item} keyName={data.keyName} />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  )
}

ReadinessPage.askAhead = ({ query }: AskAhead) => query(readReadiness)

function Item({ item, keyName }: { readonly item: ReadinessRow; readonly keyName: string | null }) {
  const { t, language } = useTranslation()
  const { title, state, reason, fix, path, help } = item
  const why = [reason, fix].filter((text) => text !== undefined).join(language === 'zh' ? '' : ' ')
  const isKey = item.plugin === 'instance' && item.id === 'key-copy'
  return (
    <li className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-center sm:gap-4">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{title}</span>
          <Badge tone={tones[state]}>{t(`instance.readiness.${state}`)}</Badge>
        </div>
        {why !== '' && <p className="mt-1 text-sm text-muted">{why}</p>}
      </div>
      {state !== 'ok' && (
        <div className="flex shrink-0 items-center gap-2">
          {help !== undefined && help !== pageHelp && <HelpLink slug={help} />}
          {isKey && keyName !== null && <ConfirmKeyCopy keyName={keyName} />}
          {path !== undefined && (
            <ButtonLink to={path} size="compact">
              {t('instance.readiness.open')}
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  )
}
