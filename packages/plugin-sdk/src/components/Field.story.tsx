import { defineStory } from '../gallery/story.ts'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

/** A control with its label, hint and error. */
export const story = defineStory({
  component: 'Field',
  examples: {
    hint: ({ say }) => (
      <Field label={say('Name', '名称')} hint={say('People see it in the sidebar.', '显示在侧边栏中。')} required>
        <Input defaultValue="Aurora" />
      </Field>
    ),
    error: ({ say }) => (
      <Field label={say('Name', '名称')} error={say('Write something here.', '请填写此项。')}>
        <Input />
      </Field>
    ),
    optional: ({ say }) => (
      <Field label={say('Nickname', '昵称')} optional>
        <Input />
      </Field>
    ),
  },
})
