import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { useNavigation } from './navigation-context.ts'
import { PlainLeaveQuestion } from './PlainLeaveQuestion.tsx'

/** The dialog comes when it is needed; where it does not arrive, one that takes no chunk asks. */
const LeaveDialog = lazy<ComponentType<LeaveQuestionProps>>(() =>
  import('./LeaveDialog.tsx').then(
    (module) => ({ default: module.LeaveDialog }),
    () => ({ default: PlainLeaveQuestion }),
  ),
)

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveQuestion() {
  const { guard } = useNavigation().history
  const isAsking = useSyncExternalStore(guard.subscribe, guard.isAsking, guard.isAsking)
  return isAsking ? (
    <Suspense>
      <LeaveDialog onAnswer={guard.answer} />
    </Suspense>
  ) : null
}

/** Props of the confirmation dialog. */
export interface LeaveQuestionProps {
  readonly onAnswer: (isLeaving: boolean) => void
}
