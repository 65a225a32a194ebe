import { ImportCsv, useMutation, useTranslation } from '@host/plugin-sdk'
import { importSuppressions, listSuppressions, suppressionLimits } from '../../shared.ts'

/** Imports suppressed addresses from a file, checked before. */
export function ImportSuppressions() {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(importSuppressions, { invalidates: [listSuppressions] })
  return (
    <ImportCsv
      title={t('mail.suppressions.import')}
      fields={[
        { name: 'address', label: t('mail.suppressions.address'), required: true },
        { name: 'reason', label: t('mail.suppressions.reasonTitle') },
        { name: 'note', label: t('mail.suppressions.note') },
      ]}
      maxRows={suppressionLimits.importRows}
      maxCharacters={suppressionLimits.importText}
      onSend={async (sent) => {
        const { rows, added, problems } = await mutateAsync(sent)
        return { rows, created: added, problems: problems.map((problem) => ({ ...problem, field: 'address' })) }
      }}
    />
  )
}
