import { defineStory } from '../gallery/story.ts'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'

const keep = () => undefined

export const story = defineStory({
  component: 'FieldGroup',
  examples: {
    'several boxes in one field': ({ say }) => (
      <Field label={say('Days', '日期')} hint={say('On which it is sent', '发送的日子')}>
        <FieldGroup>
          <Checkbox label={say('Monday', '星期一')} checked onChange={keep} />
          <Checkbox label={say('Tuesday', '星期二')} checked={false} onChange={keep} />
        </FieldGroup>
      </Field>
    ),
    'with an error': ({ say }) => (
      <Field label={say('Days', '日期')} error={say('Choose at least one day.', '请至少选择一天。')}>
        <FieldGroup>
          <Checkbox label={say('Monday', '星期一')} checked={false} onChange={keep} />
        </FieldGroup>
      </Field>
    ),
  },
})
