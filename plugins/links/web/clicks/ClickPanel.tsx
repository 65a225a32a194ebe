import { KeyValue, SidePanel, useFormat, useTranslation, type OpenedRow } from '@host/plugin-sdk'
import { useFacetText } from '../statistics/useFacetText.ts'
import { ClickExplanation } from './ClickExplanation.tsx'
import type { StoredClick } from '../../shared.ts'

export interface ClickPanelProps {
  readonly id: string
  /** Undefined when it is not among those that are loaded. */
  readonly click: StoredClick | undefined
  readonly ways: OpenedRow<StoredClick>['ways']
}

/** A click, and why it led where it did. */
export function ClickPanel({ id, click, ways }: ClickPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel label={t('links.clicks.one')} {...ways}>
      <div className="flex flex-col gap-6">
        {click !== undefined && <ClickFacts click={click} />}
        <ClickExplanation id={id} />
      </div>
    </SidePanel>
  )
}

function ClickFacts({ click }: { readonly click: StoredClick }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const country = useFacetText('country')
  const device = useFacetText('device')
  const language = useFacetText('language')
  const referrer = useFacetText('referrer')
  const unknown = t('links.facet.unknown')
  const place = [click.city, country(click.country)].filter(Boolean).join(', ')
  return (
    <KeyValue
      items={[
        { label: t('links.clicks.time'), value: dateTime(click.at) },
        { label: t('links.clicks.place'), value: place },
        { label: t('links.rules.on.device'), value: device(click.device) },
        { label: t('links.rules.on.system'), value: click.system || unknown },
        { label: t('links.rules.on.browser'), value: click.browser || unknown },
        { label: t('links.rules.on.language'), value: language(click.language) },
        { label: t('links.rules.on.referrer'), value: referrer(click.referrer) },
      ]}
    />
  )
}
