import type { AnyResource } from '@host/plugin/wire'
import { useTranslation } from '../i18n/useTranslation.ts'
import { ImportDialog } from '../imports/ImportDialog.tsx'
import { useMutation } from '../query/useMutation.ts'
import { inSentence } from './field-reading.ts'
import { recordEndpoints } from './record-endpoints.ts'

/** Imports records of a resource from a file. */
export function ResourceImport({ resource }: { readonly resource: AnyResource }) {
  const { t, language } = useTranslation()
  const { importCsv, list } = recordEndpoints(resource)
  const { mutateAsync } = useMutation(importCsv, { invalidates: [list] })
  const fields = Object.entries(resource.fields).map(([name, { label, presence }]) => ({
    name,
    label: label[language],
    required: presence === 'required',
  }))
  return (
    <ImportDialog
      title={t('sdk.resource.import', { many: inSentence(resource.label.many[language]) })}
      fields={fields}
      onSend={(sent) => mutateAsync(sent)}
      isGuarded
    />
  )
}
