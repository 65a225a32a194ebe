import { useState } from 'react'
import { Field, useTranslation } from '@host/plugin-sdk'
import { TagsInput } from '../labels/TagsInput.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkChange } from './useBulk.ts'

export interface BulkPartProps {
  readonly onChange: (change: BulkChange) => Promise<void>
  readonly onClose: () => void
}

/** Adds tags to all chosen links, and takes tags off them. */
export function BulkTags({ onChange, onClose }: BulkPartProps) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  return (
    <BulkDialog
      title={t('links.bulk.tags')}
      isReady={added.length + removed.length > 0}
      onSave={() => onChange({ addTags: [...added], removeTags: [...removed] })}
      onClose={onClose}
    >
      <Field label={t('links.bulk.addTags')} optional>
        <TagsInput value={added} onChange={setAdded} />
      </Field>
      <Field label={t('links.bulk.removeTags')} optional>
        <TagsInput value={removed} onChange={setRemoved} />
      </Field>
    </BulkDialog>
  )
}
