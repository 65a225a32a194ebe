import { lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNavigation } from './navigation-context.ts'

/** The dialog comes when it is needed; where it does not arrive, the browser's own asks. */
const LeaveDialog = lazy<ComponentType<LeaveQuestionProps>>(() =>
  import('./LeaveDialog.tsx').then(
    (module) => ({ default: module.LeaveDialog }),
    () => ({ default: PlainQuestion }),
  ),
)

/** Asks whoever is about to lose unsaved changes. */
export function LeaveQuestion() {
  const { guard } = useNavigation().history
  const isAsking = useSyncExternalStore(guard.subscribe, guard.isAsking, guard.isAsking)
  return isAsking ? (
    <Suspense>
      <LeaveDialog onAnswer={guard.answer} />
    </Suspense>
  ) : null
}

/** What the question needs. */
export interface LeaveQuestionProps {
  readonly onAnswer: (isLeaving: boolean) => void
}

function PlainQuestion({ onAnswer }: LeaveQuestionProps) {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setTimeout(() => onAnswer(window.confirm(`${t('sdk.unsaved.title')}\n\n${t('sdk.unsaved.cause')}`)))
    return () => clearTimeout(timer)
  }, [onAnswer, t])
  return null
}
