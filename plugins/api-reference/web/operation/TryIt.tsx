import { lazy, Suspense, useState } from 'react'
import { Button, Field, SkeletonRows, Textarea, useTranslation } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'
import type { Resolve } from '../document/resolve.ts'
import { exampleCall } from '../document/snippets.ts'
import { inputOf } from '../try-it/input-of.ts'
import { TriedAnswer } from '../try-it/TriedAnswer.tsx'
import { useTry } from '../try-it/useTry.ts'

const ConfirmCall = lazy(() => import('../try-it/ConfirmCall.tsx'))
const longestInput = 100_000

export interface TryItProps {
  readonly operation: Operation
  readonly resolve: Resolve
}

/** Sends the operation with the session of its reader; one that changes something after a confirmation. */
export default function TryIt({ operation, resolve }: TryItProps) {
  const { t } = useTranslation()
  // Stays on the page: what is typed here may be a secret.
  const [text, setText] = useState(() => JSON.stringify(exampleCall(operation, resolve).input, undefined, 2))
  const [isAsking, setAsking] = useState(false)
  const { send, answer, isPending } = useTry(operation)
  const input = inputOf(text)
  const isReading = operation.method === 'GET'
  const run = () => (input === undefined ? Promise.resolve() : send(input))
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('api-reference.try.input')}
        hint={t('api-reference.try.inputHint')}
        error={input === undefined ? t('api-reference.try.notJson') : undefined}
      >
        <Textarea
          value={text}
          maxLength={longestInput}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div>
        <Button
          icon="play"
          busy={isPending}
          disabled={input === undefined}
          onClick={() => (isReading ? void run() : setAsking(true))}
        >
          {t('api-reference.try.send')}
        </Button>
      </div>
      {answer !== undefined && <TriedAnswer answer={answer} />}
      {isAsking && (
        <Suspense fallback={<SkeletonRows rows={1} />}>
          <ConfirmCall operation={operation} onClose={() => setAsking(false)} onConfirm={run} />
        </Suspense>
      )}
    </div>
  )
}
