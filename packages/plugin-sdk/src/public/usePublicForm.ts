import { useRef, useState } from 'react'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { newIdempotencyKey, type ClientError, type EndpointOutput } from '@host/client'
import type { PublicForm } from '@host/plugin/wire'
import { useClient } from '../query/useClient.ts'
import { useSentPublicPage } from './public-page-context.ts'

/** A public form, and the state of its submission. */
export interface PublicFormHandle<Form extends PublicForm> {
  /** Sends the form; calls during a submission are ignored, and its failure is in `error`. */
  readonly submit: (input: StandardSchemaV1.InferInput<Form['input']>) => void
  readonly isPending: boolean
  /** Whether the form was accepted. */
  readonly isSent: boolean
  readonly result: EndpointOutput<Form> | undefined
  readonly error: ClientError | undefined
}

interface Submission<Output> {
  readonly status: 'idle' | 'pending' | 'sent' | 'failed'
  readonly result?: Output
  readonly error?: ClientError
}

/**
 * Sends a public form from a public page; the wildcards of its path are those of the page. The same input that is sent
 * again after a failure counts as the same submission, so that it arrives once.
 * @throws Error on any other page
 * @example const reply = usePublicForm(sendReply); <form onSubmit={() => reply.submit({ text })}>
 * @since 1.0.0
 */
export function usePublicForm<Form extends PublicForm>(form: Form): PublicFormHandle<Form> {
  const client = useClient()
  const { params } = useSentPublicPage()
  const [{ status, result, error }, setSubmission] = useState<Submission<EndpointOutput<Form>>>({ status: 'idle' })
  const attempt = useRef({ input: '', key: '', isPending: false })
  const send = async (input: object): Promise<void> => {
    const text = JSON.stringify(input)
    const { current } = attempt
    if (current.isPending) return
    if (current.input !== text || current.key === '') Object.assign(current, { input: text, key: newIdempotencyKey() })
    current.isPending = true
    setSubmission({ status: 'pending' })
    try {
      const call = client.call as (...given: unknown[]) => Promise<EndpointOutput<Form>>
      const answer = await call(form, { ...input, ...params }, { idempotencyKey: current.key })
      current.key = ''
      setSubmission({ status: 'sent', result: answer })
    } catch (failure) {
      setSubmission({ status: 'failed', error: failure as ClientError })
    } finally {
      current.isPending = false
    }
  }
  return {
    submit: (input) => void send(Object(input) as object),
    isPending: status === 'pending',
    isSent: status === 'sent',
    result,
    error,
  }
}
