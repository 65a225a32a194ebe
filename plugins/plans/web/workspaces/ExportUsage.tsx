import { useState } from 'react'
import { ButtonLink, Field, Modal, Select, useFormat, useTranslation } from '@host/plugin-sdk'

/** Months of which the host still has counts. */
const measured = 3

/** Downloads what workspaces used in a month, for invoices. */
export function ExportUsage({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [months] = useState(recentMonths)
  const [month, setMonth] = useState(months[0] ?? '')
  const path = `/api/instance/plans/usage/export?month=${month}`
  return (
    <Modal
      open
      onClose={onClose}
      size="small"
      title={t('plans.export.title')}
      description={t('plans.export.description')}
      footer={
        <ButtonLink variant="primary" icon="download" to={`~${path}`} download={`usage-${month}.csv`}>
          {t('plans.export.download')}
        </ButtonLink>
      }
    >
      <Field label={t('plans.export.month')} hint={t('plans.export.hint')}>
        <Select
          value={month}
          options={months.map((value) => ({ value, label: format.month(`${value}-01`) }))}
          onChange={setMonth}
        />
      </Field>
    </Modal>
  )
}

/** The present month (UTC) and those before it, such as `2026-01`. */
function recentMonths(): readonly string[] {
  const now = new Date()
  return Array.from({ length: measured }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}
