import type { SubmitEvent } from 'react'
import { SignInNote } from '../SignInNote.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { useThrottle } from '../useThrottle.ts'

export interface PressToGoOnProps {
  readonly label: string
  readonly isBusy: boolean
  readonly error: unknown
  readonly onPress: () => void
}

/** The button on the page of an emailed link: programs that open links, such as mail scanners, press no button. */
export function PressToGoOn({ label, isBusy, error, onPress }: PressToGoOnProps) {
  const throttle = useThrottle(error)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onPress()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <SignInNote error={throttle.error} />
      <SubmitButton isBusy={isBusy} wait={throttle.wait}>
        {label}
      </SubmitButton>
    </form>
  )
}
