import { useState, type ReactNode } from 'react'
import { Button, ErrorNote, Modal, useTranslation } from '@host/plugin-sdk'

export interface BulkDialogProps {
  readonly title: string
  /** Whether there is anything to change. */
  readonly isReady: boolean
  readonly onSave: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A change of all chosen links, which stays open with the reason when it fails. */
export function BulkDialog({ title, isReady, onSave, onClose, children }: BulkDialogProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle)
  async function save() {
    setState({ isBusy: true, error: null })
    try {
      await onSave()
      onClose()
    } catch (error) {
      setState({ isBusy: false, error })
    }
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('sdk.cancel')}</Button>
          <Button variant="primary" busy={state.isBusy} disabled={!isReady} onClick={() => void save()}>
            {t('links.bulk.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <ErrorNote error={state.error} />
      </div>
    </Modal>
  )
}

const idle = { isBusy: false, error: null }
