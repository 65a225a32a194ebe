import { useCallback } from 'react'
import { useToast } from './Toast.tsx'
import { useErrorText } from './useErrorText.ts'

/**
 * Returns a function that reports a failure as a toast, where no form or dialog can show it.
 * @example const remove = useMutation(removeNote, { onError: useFailureToast() })
 * @since 1.1.0
 */
export function useFailureToast(): (error: unknown) => void {
  const toast = useToast()
  const errorText = useErrorText()
  return useCallback(
    (error) => {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause ?? nextStep })
    },
    [toast, errorText],
  )
}
