import { Icon } from '../components/Icon.tsx'

/** The error that a control finds itself, below it, announced when it appears. */
export function FieldNote({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  if (problem === undefined) return null
  return (
    <span id={id} role="alert" className="flex gap-1.5 text-xs text-danger-fg">
      <Icon name="circle-alert" size={14} className="mt-px" />
      <span>{problem}</span>
    </span>
  )
}
