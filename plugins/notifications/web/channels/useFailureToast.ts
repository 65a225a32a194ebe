import { useErrorText, useToast, type ClientError } from '@host/plugin-sdk'

/** Tells why something did not happen, where no form is open to say it. */
export function useFailureToast(): (error: ClientError) => void {
  const toast = useToast()
  const errorText = useErrorText()
  return (error) => {
    const { title, cause, nextStep } = errorText(error)
    toast({ tone: 'danger', title, description: cause ?? nextStep })
  }
}
