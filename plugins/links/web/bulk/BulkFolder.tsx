import { useState } from 'react'
import { Field, useTranslation } from '@host/plugin-sdk'
import { FolderSelect } from '../labels/FolderSelect.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkPartProps } from './BulkTags.tsx'

/** Moves all chosen links to a folder, or out of theirs. */
export function BulkFolder({ onChange, onClose }: BulkPartProps) {
  const { t } = useTranslation()
  const [folderId, setFolderId] = useState<string | null>(null)
  return (
    <BulkDialog title={t('links.bulk.folder')} isReady onSave={() => onChange({ folderId })} onClose={onClose}>
      <Field label={t('links.labels.folder')}>
        <FolderSelect value={folderId} onChange={(id) => setFolderId(id ?? null)} />
      </Field>
    </BulkDialog>
  )
}
