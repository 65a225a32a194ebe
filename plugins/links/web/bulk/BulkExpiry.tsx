import { useState } from 'react'
import { Field, useTranslation } from '@host/plugin-sdk'
import { MomentInput } from '../links/MomentInput.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkPartProps } from './BulkTags.tsx'

/** Lets all chosen links expire at a moment; never, while the field is empty. */
export function BulkExpiry({ onChange, onClose }: BulkPartProps) {
  const { t } = useTranslation()
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  return (
    <BulkDialog title={t('links.bulk.expiry')} isReady onSave={() => onChange({ expiresAt })} onClose={onClose}>
      <Field label={t('links.expiresAt')} hint={t('links.bulk.expiryHelp')}>
        <MomentInput value={expiresAt} onChange={(moment) => setExpiresAt(moment ?? null)} />
      </Field>
    </BulkDialog>
  )
}
