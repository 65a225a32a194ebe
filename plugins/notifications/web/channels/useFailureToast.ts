import { useErrorText, useToast, type ClientError } from '@host/plugin-sdk'

/** Reports a failure as a toast, where no form is open. */
export function useFailureToast(): (error: ClientError) => void {
  const toast = useToast()
  const errorText = useErrorText()
  return (error) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
}
