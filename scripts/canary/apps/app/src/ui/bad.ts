import '../features/a/Card.tsx'
