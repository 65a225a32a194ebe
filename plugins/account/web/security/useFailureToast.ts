import { useErrorText, useToast } from '@host/plugin-sdk'

/** Says a failure where there is no form or dialog to say it in. */
export function useFailureToast(): (error: unknown) => void {
  const toast = useToast()
  const errorText = useErrorText()
  return (error) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
}
