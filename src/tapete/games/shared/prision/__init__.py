"""What games with a prison share: a stake that meets a zero, or its like, is halved or put in prison."""
