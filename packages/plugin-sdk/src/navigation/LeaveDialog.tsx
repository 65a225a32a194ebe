import { useRef, useSyncExternalStore } from 'react'
import { Button } from '../components/Button.tsx'
import { Modal } from '../components/Modal.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigation } from './navigation-context.ts'

/** Asks whoever is about to lose unsaved changes. Staying is what the keyboard is on. */
export function LeaveDialog() {
  const { t } = useTranslation()
  const { guard } = useNavigation().history
  const isAsking = useSyncExternalStore(guard.subscribe, guard.isAsking, guard.isAsking)
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={isAsking}
      onClose={() => guard.answer(false)}
      title={t('sdk.unsaved.title')}
      size="small"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={() => guard.answer(false)}>
            {t('sdk.unsaved.stay')}
          </Button>
          <Button variant="danger" onClick={() => guard.answer(true)}>
            {t('sdk.unsaved.leave')}
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">{t('sdk.unsaved.cause')}</p>
    </Modal>
  )
}
