import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../components/Button.tsx'
import { classNames } from '../components/class-names.ts'
import { dialogClass, dialogWidth } from '../components/dialog-class.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

/** The same question in the browser's own dialog, which takes no chunk. */
export function PlainLeaveQuestion({ onAnswer }: LeaveQuestionProps) {
  const { t } = useTranslation()
  const title = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={() => onAnswer(false)}
      className={classNames(dialogClass.surface, 'mx-auto mt-auto backdrop:bg-scrim sm:mt-[12vh]', dialogWidth.small)}
    >
      <h2 id={title} className={classNames(dialogClass.title, 'px-5 pt-4')}>
        {t('sdk.unsaved.title')}
      </h2>
      <p className={classNames(dialogClass.content, 'text-sm text-muted')}>{t('sdk.unsaved.cause')}</p>
      <div className={classNames(dialogClass.actions, 'px-5 pb-5')}>
        <Button onClick={() => onAnswer(false)}>{t('sdk.unsaved.stay')}</Button>
        <Button variant="danger" onClick={() => onAnswer(true)}>
          {t('sdk.unsaved.leave')}
        </Button>
      </div>
    </dialog>
  )
}
