import type { ClientError, Endpoint } from '@host/client'
import { useErrorText } from '../components/useErrorText.ts'
import { useToast } from '../components/Toast.tsx'
import { useApiHref } from '../navigation/useApiHref.ts'
import { useMutation, type MutationResult } from '../query/useMutation.ts'

/** A file that the server produces, and the endpoint that checks whether it would. */
export interface DownloadOptions<E extends Endpoint> {
  /** A GET route that answers with `content-disposition: attachment`, with its query. */
  readonly path: string
  /** An endpoint that rejects every request the route would reject. */
  readonly check: E
}

/** Starts a download. */
export type Download<E extends Endpoint> = Pick<MutationResult<E>, 'isPending'> & {
  /** Calls the check with this input, then downloads. */
  readonly download: MutationResult<E>['mutate']
}

/**
 * Downloads a large file by the browser itself, so that none of it is held in the page. A refusal would be a failed
 * download without a reason there, so the check is called first: it asks for a fresh proof where the server wants one,
 * and a refusal is shown as a toast.
 * @example
 * const { download, isPending } = useDownload({ check: checkExport, path: '/api/x/notes/export' })
 * return <Button icon="download" busy={isPending} onClick={() => download()}>{t('notes.export')}</Button>
 * @since 1.0.0
 */
export function useDownload<E extends Endpoint>({ path, check }: DownloadOptions<E>): Download<E> {
  const toast = useToast()
  const errorText = useErrorText()
  const apiHref = useApiHref()
  const { mutate, isPending } = useMutation(check, {
    onSuccess: () => openFile(apiHref(path)),
    onError(error: ClientError) {
      const { title, cause, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: cause === undefined ? nextStep : `${cause} ${nextStep}` })
    },
  })
  return { download: mutate, isPending }
}

function openFile(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
