import * as runtime from 'react/jsx-runtime'

/** What JSX compiles to, by name, as beside this. */
export const { Fragment, jsx, jsxs } = runtime
