import { useState } from 'react'
import { FileField, FileList, useMutation, useTranslation } from '@host/plugin-sdk'
import { addDraftFile, removeDraftFile, writingLimits, type Draft, type DraftFile } from '../../shared.ts'

export interface ComposerFilesProps {
  readonly draft: Draft
  readonly error: string | undefined
  readonly onAdded: () => void
}

/** The files of a draft, each stored when it is added. */
export function ComposerFiles({ draft: { id, files: first }, error, onAdded }: ComposerFilesProps) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly DraftFile[]>(first)
  const { mutateAsync } = useMutation(removeDraftFile)
  async function remove(fileId: string) {
    await mutateAsync({ id, fileId })
    setFiles((before) => before.filter((file) => file.id !== fileId))
  }
  return (
    <div className="flex flex-col gap-2">
      <FileField
        label={t('mail.compose.files')}
        upload={addDraftFile}
        input={{ id }}
        maxFiles={Math.max(1, writingLimits.files - files.length)}
        onUploaded={(file) => {
          setFiles((before) => [...before, file])
          onAdded()
        }}
      />
      <FileList
        label={t('mail.compose.attached')}
        files={files.map((file) => ({ ...file, href: `/api/x/mail/drafts/${id}/files/${file.id}` }))}
        onDelete={({ id: fileId }) => remove(fileId)}
      />
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger-fg">
          {error}
        </p>
      )}
    </div>
  )
}
