import { useState } from 'react'
import { Alert, ErrorNote, FileDrop, Panel, Progress, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { importName, createImport, linkLimits, type LinkImport } from '../../shared.ts'
import { decodeFile } from './decode-file.ts'

/** The first step: a file. */
export function ChooseFile({ onCreated }: { readonly onCreated: (created: LinkImport) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isUnreadable, setUnreadable] = useState(false)
  const { mutate, error, isPending } = useMutation(createImport, { onSuccess: onCreated })
  async function choose(file: File) {
    const text = await decodeFile(file)
    setUnreadable(text === undefined)
    if (text !== undefined) mutate({ name: importName(file.name), text })
  }
  return (
    <Panel title={t('links.import.file')} description={t('links.import.fileHelp')}>
      <div className="flex flex-col gap-4">
        {isUnreadable && <Alert tone="danger">{t('links.import.unreadable')}</Alert>}
        <ErrorNote error={error} />
        <FileDrop
          label={t('links.import.file')}
          hint={t('links.import.limit', { rows: format.number(linkLimits.importRows) })}
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          maxFiles={1}
          maxBytes={linkLimits.importCharacters}
          disabled={isPending}
          files={[]}
          onChange={([file]) => file !== undefined && void choose(file)}
        />
        {isPending && <Progress label={t('links.import.reading')} showLabel />}
      </div>
    </Panel>
  )
}
