import { useRef } from 'react'
import { Button } from '../components/Button.tsx'
import { Modal } from '../components/Modal.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

/** Asks whether to leave with unsaved changes. Initial focus is on the stay button. */
export function LeaveDialog({ onAnswer }: LeaveQuestionProps) {
  const { t } = useTranslation()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      onClose={() => onAnswer(false)}
      title={t('sdk.unsaved.title')}
      size="small"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={() => onAnswer(false)}>
            {t('sdk.unsaved.stay')}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('sdk.unsaved.leave')}
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">{t('sdk.unsaved.cause')}</p>
    </Modal>
  )
}
