// Formats prices: '$49.99' from the service's decimal string.
export const priceText = (price: string): string => `$${price}`;
