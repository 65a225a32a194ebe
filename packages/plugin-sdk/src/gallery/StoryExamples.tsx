import { useId, type ComponentType } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { ExampleProps, Story } from './story.ts'

/** Every example of a story, each under its name. */
export function StoryExamples({ story }: { readonly story: Story }) {
  const { language } = useTranslation()
  const say: ExampleProps['say'] = (en, zh) => (language === 'zh' ? zh : en)
  return Object.entries(story.examples).map(([name, Example]) => (
    <Shown key={name} name={name} Example={Example} say={say} />
  ))
}

interface ShownProps extends ExampleProps {
  readonly name: string
  readonly Example: ComponentType<ExampleProps>
}

function Shown({ name, Example, say }: ShownProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-2 text-xs font-medium text-subtle" lang="en">
        {name}
      </h2>
      <div className="rounded-card border border-line bg-surface p-4 sm:p-6">
        <Example say={say} />
      </div>
    </section>
  )
}
