import { useFormat, useTranslation } from '@host/plugin-sdk'
import { mostCounted } from '../shared.ts'

/** How many entries match, as far as they are counted. */
export function EntryCount({ total }: { readonly total: number | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (total === undefined) return null
  const number = `${format.number(total)}${total >= mostCounted ? '+' : ''}`
  return <span className="text-sm text-muted tabular-nums">{t('audit.count', { count: total, number })}</span>
}
