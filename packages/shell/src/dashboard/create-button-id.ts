/** By its id a key presses the button, which is fetched after the frame. */
export const createButtonId = 'create'
