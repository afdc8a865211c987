"""Runs the migrations inside the transaction that opening the database began."""

from alembic import context

from tapete.floor.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
