/** The plans that the page of prices shows, in its order; plans.json says what each costs. */
export const planNames = ['solo', 'pro', 'team'] as const
