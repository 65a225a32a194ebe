import { useErrorText, useToast } from '@host/plugin-sdk'

/** Reports a failure as a toast, where no form or dialog can show it. */
export function useFailureToast(): (error: unknown) => void {
  const toast = useToast()
  const errorText = useErrorText()
  return (error) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
}
